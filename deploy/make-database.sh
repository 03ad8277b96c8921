# The role and the database of the nodes, made once, when the image of PostgreSQL prepares a new volume. The role is no
# superuser: for one, row level security would not hold.
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --set=password="$DATABASE_PASSWORD" <<'SQL'
create role frontlist login password :'password';
create database frontlist owner frontlist;
SQL
