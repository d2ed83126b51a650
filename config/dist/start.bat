@echo off
rem Starts Catchmate; everything is kept in the folder "data" beside this file.
cd /d "%~dp0"
catchmate.exe serve --config catchmate.toml --data data
pause
